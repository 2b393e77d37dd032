import { data, Form, Link, redirect, useSearchParams } from 'react-router'
import { HOME_SECTIONS, orderHome, parseHomeOrder } from '#domain/shop/home-sections.ts'
import type { SettingName } from '#domain/shop/settings.ts'
import { shopContext } from '#server/contexts.ts'
import { saveSettings, versionOf } from '#server/settings/settings.ts'
import { readPress } from '#web/admin/run-action.ts'
import { CONNECTION_LOST, orIfLost, textField } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import type { Route } from './+types/home-sections-page'

const PATH = '/adminDashboard/home'
const NAMES = ['homeOrder', 'homeHidden'] as const satisfies SettingName[]

export async function loader({ context }: Route.LoaderArgs) {
  const settings = await context.get(shopContext).settings.read()
  return { order: orderHome(settings), hidden: settings.homeHidden, version: versionOf(settings, NAMES) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { shop, user: admin, form } = await readPress({ context, request })
  const { homeOrder, homeHidden } = parseHomeOrder(form)
  const values = { homeOrder: [...homeOrder], homeHidden: [...homeHidden] }
  const opened = { names: NAMES, version: textField(form, 'seen') }
  const saved = await shop.db.transaction((tx) => saveSettings(tx, admin, values, opened))
  if (saved.ok) throw redirect(`${PATH}?saved`)
  return data({ problem: 'Changed since you opened it. Reload to see the change.' }, { status: 409 })
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orIfLost(serverAction(), { problem: CONNECTION_LOST })
}

export const meta = privateMeta({ title: 'Home page', description: 'The order of its sections.' })

export default function HomeSectionsPage({ loaderData: { order, hidden, version }, actionData }: Route.ComponentProps) {
  const last = useLastResult(actionData)
  const [params] = useSearchParams()
  return (
    <div className="stack">
      <h1>Home page</h1>
      <p className="quiet">
        The sections of the <Link to="/">home page</Link> from top to bottom. Their texts are under{' '}
        <Link to="/adminDashboard/settings/texts">Banner and texts</Link>.
      </p>
      <div role="status">{params.has('saved') && !last && <FormMessage tone="good">Saved.</FormMessage>}</div>
      {/* The key replaces the contents of the form with the saved sections. */}
      <Form key={version} method="post" className="form">
        <input type="hidden" name="seen" value={version} />
        {/* Enter presses the first button of a form, which must not be one that moves a section. */}
        <button type="submit" hidden />
        <ol className="lines" aria-label="Sections, in order">
          {order.map((name, index) => (
            <li key={name} className="row gap-2">
              <span className="field place">
                <input
                  name={`place ${name}`}
                  aria-label={`Place of ${HOME_SECTIONS[name]}`}
                  inputMode="numeric"
                  autoComplete="off"
                  defaultValue={index + 1}
                />
              </span>
              <label className="check">
                <input type="checkbox" name={`show ${name}`} defaultChecked={!hidden.includes(name)} />
                <span>
                  <span className="visually-hidden">Show </span>
                  {HOME_SECTIONS[name]}
                </span>
              </label>
              {(['Up', 'Down'] as const).map((move) => (
                <Button
                  key={move}
                  type="submit"
                  variant="quiet"
                  small
                  name="move"
                  value={`${name} ${move.toLowerCase()}`}
                  disabled={index === (move === 'Up' ? 0 : order.length - 1)}
                >
                  {move}
                  <span className="visually-hidden"> {HOME_SECTIONS[name]}</span>
                </Button>
              ))}
            </li>
          ))}
        </ol>
        <p className="fine">A section without its mark is hidden.</p>
        <div>
          <Button type="submit">Save</Button>
        </div>
        {last && <FormMessage alert>{last.problem}</FormMessage>}
      </Form>
    </div>
  )
}
