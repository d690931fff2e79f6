// The tools that change sections are one chunk: no first paint shows them.
export { RenameSection } from './rename-section.tsx';
export { SectionMenu } from './section-menu.tsx';
export { SectionNameForm } from './section-name-form.tsx';
