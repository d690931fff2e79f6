import { DialogHost } from './dialog-host.tsx';
import { StyleGuide } from '#src/web/features/styleguide/style-guide.tsx';
import { ReplicaProvider } from '#src/web/data/replica-provider.tsx';
import { Toaster } from '#src/web/feedback/toaster.tsx';

/**
 * The style guide with sample data, for development only. The data stay on the device, so that dialogs can be
 * tried.
 */
export function StyleGuidePage() {
  return (
    <ReplicaProvider userId="style-guide">
      <StyleGuide />
      <DialogHost />
      <Toaster />
    </ReplicaProvider>
  );
}
