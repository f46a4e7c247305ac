import { Choice } from '../parts/choice.tsx';
import { type AlertsView, KIND_OPTIONS, STATE_OPTIONS, kindOf, stateOf } from './alerts-view.ts';

type Props = {
  readonly view: AlertsView;
  readonly change: (changed: Partial<AlertsView>) => void;
};

/** Which alerts are shown. */
export function AlertFilterForm({ view, change }: Props) {
  return (
    <form class="filters" role="search" aria-label="Alerts" onSubmit={(event) => event.preventDefault()}>
      <Choice
        name="Kind"
        options={KIND_OPTIONS}
        chosen={view.kind ?? ''}
        choose={(value) => change({ kind: kindOf(value) })}
      />
      <Choice
        name="State"
        options={STATE_OPTIONS}
        chosen={view.state ?? ''}
        choose={(value) => change({ state: stateOf(value) })}
      />
    </form>
  );
}
