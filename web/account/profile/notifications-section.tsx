import { useContext } from 'react'
import { TIMINGS, timingField, WAYS, wayField } from '#domain/accounts/notification-choices.ts'
import type { OwnNotifications } from '#server/accounts/profile/notifications.ts'
import { DateTime } from '#web/ui/date-time.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'
import { Options } from '#web/ui/forms/options.tsx'
import { AccountForm, LastResult, Section } from './account-form.tsx'
import { NotifyDevice } from './notify-device.tsx'

/** Asks staff and sellers for each kind of event when and how they want to hear of it. */
export function NotificationsSection({ choices, ways, devices, pushKey }: OwnNotifications) {
  const last = useContext(LastResult)
  const problem = last && ['add-device', 'remove-device'].includes(last.intent) ? last.problems.form : undefined
  const needsDevice =
    devices.length === 0 && choices.some(({ timing, channel }) => timing !== 'never' && channel === 'push')
  return (
    <Section id="notifications" heading="Notifications">
      <p className="quiet">The morning digest comes at 8:30, with what is new and what waits.</p>
      <AccountForm intent="notifications" submit="Save notifications">
        {() => (
          <table className="event-kinds">
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">When</th>
                <th scope="col">How</th>
              </tr>
            </thead>
            <tbody>
              {choices.map((choice) => (
                <Row key={choice.kind} choice={choice} ways={ways} />
              ))}
            </tbody>
          </table>
        )}
      </AccountForm>
      {needsDevice && <p className="quiet">No device is notified yet, so what you chose by push comes by email.</p>}
      {devices.length > 0 && (
        <ul className="lines">
          {devices.map(({ id, name, time, isThis }) => (
            <li key={id} className="cluster spread top">
              <div id={`device-${id}`}>
                <strong>{name}</strong>
                {isThis && <span className="badge">This device</span>}
                <p className="quiet">
                  Notified since <DateTime of={time} />
                </p>
              </div>
              <AccountForm
                intent="remove-device"
                submit="Remove"
                variant="quiet"
                small
                fields={{ id }}
                describedBy={`device-${id}`}
              />
            </li>
          ))}
        </ul>
      )}
      <NotifyDevice pushKey={pushKey} isNotified={devices.some(({ isThis }) => isThis)} />
      {problem && <FormMessage alert>{problem}</FormMessage>}
    </Section>
  )
}

type RowProps = { choice: OwnNotifications['choices'][number]; ways: OwnNotifications['ways'] }

function Row({ choice: { kind, label, timing, channel }, ways }: RowProps) {
  const id = `kind-${kind}`
  return (
    <tr>
      <th scope="row" id={id}>
        {label}
      </th>
      <td>
        <div role="radiogroup" aria-labelledby={id} className="cluster gap-2">
          {Object.entries(TIMINGS).map(([value, timingLabel]) => (
            <label key={value} className="choice">
              <input type="radio" name={timingField(kind)} value={value} defaultChecked={value === timing} />
              <span>{timingLabel}</span>
            </label>
          ))}
        </div>
      </td>
      <td>
        <Field as="select" label="By" name={wayField(kind)} defaultValue={channel}>
          <Options of={ways.map((way) => [way, WAYS[way]])} />
        </Field>
      </td>
    </tr>
  )
}
