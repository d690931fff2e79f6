// The HEALTHCHECK of a container: exits with 0 if its Sunglow answers. The load balancer checks the
// connection to the database at /readyz instead: restarting a server repairs no database.
const response = await fetch(`http://127.0.0.1:${process.env.PORT}/healthz`, {
  signal: AbortSignal.timeout(4_000),
});
process.exit(response.ok ? 0 : 1);
