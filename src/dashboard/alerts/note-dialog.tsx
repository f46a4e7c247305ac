import { CreateNoteDocument } from '../generated/graphql.ts';
import { type ChangeProps, FormDialog } from '../parts/form-dialog.tsx';
import type { Day } from '../time/days.ts';

type Props = ChangeProps & { readonly siteId: string; readonly day: Day };

export function NewNoteDialog({ siteId, day, ...dialog }: Props) {
  return (
    <FormDialog
      {...dialog}
      title="Add a note"
      lede="It appears above the chart on its day. Keys read it, without your name."
      act={['Add the note', 'Adding…']}
      fields={[
        {
          ...{ name: 'text', label: 'Note', rows: 3 },
          hint: 'Plain text, up to 500 characters. Share links hide notes unless they were made to show them.',
        },
        { name: 'date', label: 'Day', type: 'date', value: day, codes: ['INVALID_DATE'] },
      ]}
      document={CreateNoteDocument}
      variables={(text) => ({ siteId, date: text('date'), text: text('text') })}
    />
  );
}
