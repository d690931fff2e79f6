import { chunk } from '#src/web/feedback/chunk.tsx';

export const QrCode = chunk(() => import('./qr-code.tsx')).part((module) => module.QrCode);
