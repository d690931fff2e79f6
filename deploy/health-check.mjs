// What a container's HEALTHCHECK runs: ends with 0 when the Sunglow in it answers. Whether it can reach the database is
// not asked here but at /readyz, by the load balancer: to restart a server mends no database.
const response = await fetch(`http://127.0.0.1:${process.env.PORT}/healthz`, {
  signal: AbortSignal.timeout(4_000),
});
process.exit(response.ok ? 0 : 1);
