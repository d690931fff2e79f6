import { DialogHost } from './dialog-host.tsx';
import { StyleGuide } from './features/styleguide/style-guide.tsx';
import { ReplicaProvider } from './hooks/replica-provider.tsx';
import { Toaster } from './ui/toaster.tsx';

/** The style guide over data of nobody's: they stay on the device, so that dialogs can be tried. In development only. */
export function StyleGuidePage() {
  return (
    <ReplicaProvider userId="style-guide">
      <StyleGuide />
      <DialogHost />
      <Toaster />
    </ReplicaProvider>
  );
}
