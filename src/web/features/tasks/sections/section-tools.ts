// What changes sections is one chunk: no first paint shows any of it.
export { SectionMenu } from './section-menu.tsx';
export { SectionNameForm } from './section-name-form.tsx';
