import { useState } from 'react';
import { Markdown } from '#src/web/ui/markdown/markdown.tsx';
import { Part } from './part.tsx';

const NOTE = `# Garden
Ask *Ada* about the **tomatoes**, see https://example.com/tomatoes.
~~Cucumbers~~ next year.

- [ ] Seeds from [the shop](https://example.com)
  - [x] Basil, \`Ocimum basilicum\`
- [x] Earth, two bags

  The one without peat.
- [ ] Water them

## Beds
1. Tomatoes
2. Beans
   - runner
   - broad

> Plant in May, harvest in August.

### Plan
| bed | plant | rows |
|-----|:-----:|-----:|
| 1 | Tomatoes | 4 |
| 2 | Beans | 12 |

\`\`\`
north  1 | 2
south  3 | 4
\`\`\`
---
![A picture](https://example.com/bed.jpg), <b>no HTML</b>, [no script](javascript:alert(1))`;

export function NoteParts() {
  const [note, setNote] = useState(NOTE);
  return (
    <>
      <Part name="Markdown">
        <Markdown text={note} onToggle={setNote} />
      </Part>
      <Part name="Markdown, boxes only to be seen">
        <Markdown text={'- [ ] Open\n- [x] Done'} />
      </Part>
    </>
  );
}
