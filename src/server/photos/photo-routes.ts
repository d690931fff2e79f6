import { Hono } from 'hono';
import { photoLimits } from '#src/server/auth/limits/limits.ts';
import type { AuthGateway } from '#src/server/auth/routes/gateway.ts';
import { RejectedRequest, reject } from '#src/server/auth/routes/rejection.ts';
import { NOT_FOUND } from '#src/server/http/error-body.ts';
import type { Photos } from './photos.ts';
import { readBody } from '#src/server/http/read-body.ts';

/** Far more than a photo of 512 pixels needs. */
export const MAX_PHOTO_BYTES = 2 * 1024 * 1024;

/** The routes for the user's own photo, under /api/account. */
export function ownPhotoRoutes(gateway: AuthGateway, photos: Photos): Hono {
  const app = new Hono();

  app.put('/photo', async (c) => {
    const { user } = await gateway.signedIn(c);
    return gateway.slowed(photoLimits(user.id), async () => {
      const bytes = await readBody(c, MAX_PHOTO_BYTES);
      if (bytes === null) return reject(413, 'PHOTO_TOO_LARGE');
      const image = await photos.set(user.id, bytes, c.req.raw.signal);
      return image === null ? reject(400, 'NO_PHOTO') : c.json({ image });
    });
  });

  app.delete('/photo', async (c) => {
    const { user } = await gateway.signedIn(c);
    await photos.remove(user.id);
    return c.json({ image: null });
  });

  app.onError((error) => {
    if (error instanceof RejectedRequest) return reject(error.status, error.code);
    throw error;
  });
  return app;
}

/** The photos, for anybody with the address. A photo opened as a page may load or run nothing. */
export function photoRoutes(photos: Photos): Hono {
  const app = new Hono();
  app.get('/:name', async (c) => {
    const bytes = await photos.find(c.req.param('name'));
    if (!bytes) return c.json(NOT_FOUND, 404, { 'cache-control': 'no-store' });
    return c.body(bytes, 200, {
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });
  return app;
}
