// What changes sections is one chunk: no first paint shows any of it.
export { RenameSection } from './rename-section.tsx';
export { SectionMenu } from './section-menu.tsx';
export { SectionNameForm } from './section-name-form.tsx';
