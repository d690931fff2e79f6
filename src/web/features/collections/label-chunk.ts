import { chunk } from '#src/web/feedback/chunk.tsx';

export const LabelList = chunk(() => import('./label-list.tsx')).patientPart((module) => module.LabelList);
