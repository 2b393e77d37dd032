import { data, Link, redirect, useSearchParams } from 'react-router'
import type { User } from '#domain/accounts/user.ts'
import { parseFamily, parseFinish, parseSize, versionOf } from '#domain/catalog/forms/size-form.ts'
import { dimensionsOf, type Finish, type Size } from '#domain/catalog/sizes.ts'
import type { Parsed } from '#domain/form-fields.ts'
import { formatRupees } from '#domain/money.ts'
import { plural } from '#domain/text.ts'
import {
  deleteEntry,
  type Edited,
  type Entry,
  type Opened,
  saveFamily,
  saveFinish,
  saveSize,
  setRetired,
} from '#server/catalog/sizes/edit.ts'
import {
  listFamilies,
  listFinishesToGive,
  listUsedFinishes,
  listUsedSizes,
  readCatalogue,
} from '#server/catalog/sizes/queries.ts'
import { shopContext } from '#server/contexts.ts'
import type { Shop } from '#server/shop.ts'
import type { ActionToasts } from '#web/admin/action-messages.ts'
import { skipRevalidationOnFailure } from '#web/admin/action-result.ts'
import { readPress, runAction } from '#web/admin/run-action.ts'
import { type FormRefused, refusedForm, sendForm, useLastPress } from '#web/admin/save-form.tsx'
import { Actions } from '#web/admin/table/live-table.tsx'
import { RowAction } from '#web/admin/table/row-action.tsx'
import { textField } from '#web/form-actions.ts'
import { privateMeta } from '#web/page-meta.ts'
import { type Column, Table } from '#web/ui/admin/table.tsx'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { Swatch } from '#web/ui/forms/swatch.tsx'
import type { Route } from './+types/sizes-tab'
import { EntryForm } from './size-forms.tsx'

const PATH = '/adminDashboard/sizes'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db } = context.get(shopContext)
  const [{ sizes, finishes }, families, used, usedFinishes, finishesToGive] = await Promise.all([
    readCatalogue(db),
    listFamilies(db),
    listUsedSizes(db),
    listUsedFinishes(db),
    listFinishesToGive(db),
  ])
  const params = new URL(request.url).searchParams
  const kind = params.get('add') ?? params.get('edit')
  const name = params.get('name')
  const entries: Record<string, Size | Finish | string | undefined> = {
    family: families.find((family) => family === name),
    size: sizes.find(({ code }) => code === name),
    finish: finishes.find((finish) => finish.name === name),
  }
  const entry = kind && params.has('edit') ? entries[kind] : undefined
  const isForm = kind !== null && kind in entries && (params.has('add') || entry !== undefined)
  const form = isForm ? { kind, entry, seen: entry && versionOf(entry), family: params.get('family') ?? '' } : undefined
  return { sizes, finishes, families, used, usedFinishes, finishesToGive, form }
}

const buttons: Record<string, ActionToasts> = {
  retire: { done: 'Retired', failed: 'Failed to retire' },
  'put-back': { done: 'Offered again', failed: 'Failed to put back' },
  delete: { done: 'Deleted', failed: 'Failed to delete: it is in use. Retire it instead.' },
}

export async function action({ context, request }: Route.ActionArgs) {
  const { shop, user: admin, form } = await readPress({ context, request })
  const intent = textField(form, 'intent')
  const save = saves[intent]
  if (save) {
    const saved = await save(shop, admin, form)
    if (saved.ok) throw redirect(`${PATH}?saved=${intent}${saved.prices ? `&prices=${saved.prices}` : ''}`)
    const refused = refusedForm(form, saved.problems)
    if (saved.seen) refused.values.seen = saved.seen
    return data<FormRefused>(refused, { status: saved.seen ? 409 : 400 })
  }
  const entry = parseEntry(form)
  const toasts = buttons[intent]
  if (!entry || !toasts) throw data('Unknown action.', { status: 400 })
  return runAction(shop, toasts, () =>
    intent === 'delete' ? deleteEntry(shop, admin, entry) : setRetired(shop, admin, entry, intent === 'retire'),
  )
}

function parseEntry(form: FormData): Entry | undefined {
  const kind = textField(form, 'kind')
  const name = textField(form, 'name').slice(0, 100)
  return kind === 'family' || kind === 'size' || kind === 'finish' ? { kind, name } : undefined
}

export const clientAction = sendForm((intent) => buttons[intent]?.failed)

export const shouldRevalidate = skipRevalidationOnFailure

export const meta = privateMeta({ title: 'Sizes', description: 'Families, sizes, prices and finishes.' })

export default function SizesTab({ loaderData, actionData }: Route.ComponentProps) {
  const { refused, answer } = useLastPress(actionData)
  const { form, families, finishes, sizes, used, usedFinishes, finishesToGive } = loaderData
  if (form) return <EntryForm {...form} families={families} refused={refused} />
  return (
    <div className="stack minor sizes">
      <div className="row gap-2 list-title">
        <h1>Sizes</h1>
        <Actions>
          {(['family', 'size', 'finish'] as const).map((kind) => (
            <LinkButton key={kind} to={`${PATH}?add=${kind}`} variant="quiet" small>
              {`Add ${kind}`}
            </LinkButton>
          ))}
        </Actions>
      </div>
      <Confirmation />
      {answer && !answer.ok && <FormMessage alert>{answer.message}</FormMessage>}
      {families.length === 0 && (
        <section className="stack gap-3 apart" aria-labelledby="no-sizes">
          <h2 id="no-sizes">Sizes</h2>
          <p className="quiet">No sizes yet. Add a family, then its sizes.</p>
        </section>
      )}
      {families.map((family) => (
        <FamilySection
          key={family}
          family={family}
          sizes={sizes.filter((size) => size.family === family)}
          used={used}
        />
      ))}
      <section className="stack gap-3 apart" aria-labelledby="finishes">
        <h2 id="finishes">Finishes</h2>
        {finishesToGive.length > 0 && (
          <FormMessage tone="plain">
            {finishesToGive.join(', ')}: being added to all products. With very many products this takes some minutes.
          </FormMessage>
        )}
        {finishes.length === 0 ? (
          <p className="quiet">No finishes yet. Shoppers choose one of each product.</p>
        ) : (
          <Table
            label="All finishes"
            rows={finishes}
            keyOf={({ name }) => name}
            columns={finishColumns(usedFinishes)}
            classOf={classOf}
          />
        )}
      </section>
      <p className="quiet apart">
        New prices apply at once: on every page, in open carts, and to products sold at the size’s price. Products with
        their own price keep it. Retired entries are no longer offered; orders keep them.
      </p>
    </div>
  )
}

function Confirmation() {
  const [params] = useSearchParams()
  if (!params.has('saved')) return null
  const prices = Number(params.get('prices'))
  return (
    <FormMessage tone="good" alert>
      Saved.{prices > 0 && ` ${plural(prices, 'product has', 'products have')} the new price.`}
    </FormMessage>
  )
}

type FamilySectionProps = { family: string; sizes: readonly Size[]; used: readonly string[] }

function FamilySection({ family, sizes, used }: FamilySectionProps) {
  const id = `family-${family.replace(/\W+/g, '-')}`
  const isRetired = sizes.length > 0 ? sizes.every((size) => size.isRetired) : undefined
  return (
    <section className="stack gap-3 apart" aria-labelledby={id}>
      <div className="cluster spread">
        <h2 id={id}>
          {family} {isRetired && <span className="badge">Retired</span>}
        </h2>
        <EntryActions
          entry={{ kind: 'family', name: family, describedBy: id }}
          isRetired={isRetired}
          isUsed={sizes.length > 0}
        />
      </div>
      {sizes.length > 0 ? (
        <Table
          label={`Sizes of ${family}`}
          rows={sizes}
          keyOf={({ code }) => code}
          columns={sizeColumns(used)}
          classOf={classOf}
        />
      ) : (
        <p className="quiet">
          No sizes yet. <Link to={`${PATH}?add=size&family=${encodeURIComponent(family)}`}>Add the first</Link>.
        </p>
      )}
    </section>
  )
}

function classOf({ isRetired }: { isRetired: boolean }): string | undefined {
  return isRetired ? 'retired' : undefined
}

function sizeColumns(used: readonly string[]): readonly Column<Size>[] {
  return [
    {
      heading: 'Code',
      kind: 'row',
      cell: ({ code, isRetired }) => (
        <span id={`size-${code}`}>
          {code} {isRetired && <span className="badge">Retired</span>}
        </span>
      ),
    },
    { heading: 'Price', kind: 'number', cell: ({ price }) => formatRupees(price) },
    { heading: 'Width × depth × height', kind: 'wide', cell: dimensionsOf },
    { heading: 'Weight', kind: 'number', cell: ({ weight }) => (weight === null ? '–' : `${weight} kg`) },
    {
      heading: 'Actions',
      kind: 'action',
      cell: ({ code, isRetired }) => (
        <EntryActions
          entry={{ kind: 'size', name: code, describedBy: `size-${code}` }}
          isRetired={isRetired}
          isUsed={used.includes(code)}
        />
      ),
    },
  ]
}

function finishColumns(used: readonly string[]): readonly Column<Finish>[] {
  return [
    {
      heading: 'Name',
      kind: 'row',
      cell: ({ name, swatch, isRetired }) => (
        <span className="row" id={finishId(name)}>
          <Swatch name={name} swatch={swatch} />
          {name} {isRetired && <span className="badge">Retired</span>}
        </span>
      ),
    },
    { heading: 'Swatch', cell: ({ swatch }) => <code>{swatch}</code> },
    {
      heading: 'Actions',
      kind: 'action',
      cell: ({ name, isRetired }) => (
        <EntryActions
          entry={{ kind: 'finish', name, describedBy: finishId(name) }}
          isRetired={isRetired}
          isUsed={used.includes(name)}
        />
      ),
    },
  ]
}

function finishId(name: string): string {
  return `finish-${name.replace(/\W+/g, '-')}`
}

/** `isRetired`: undefined where there is nothing to retire. */
type EntryActionsProps = { entry: Entry & { describedBy: string }; isRetired: boolean | undefined; isUsed: boolean }

function EntryActions({ entry: { kind, name, describedBy }, isRetired, isUsed }: EntryActionsProps) {
  const button = (intent: string, label: string) => (
    <RowAction action={PATH} fields={{ intent, kind, name }} describedBy={describedBy}>
      {label}
    </RowAction>
  )
  return (
    <div className="cluster">
      <LinkButton
        to={`${PATH}?edit=${kind}&name=${encodeURIComponent(name)}`}
        variant="quiet"
        small
        aria-describedby={describedBy}
      >
        Edit
      </LinkButton>
      {isRetired !== undefined && (isRetired ? button('put-back', 'Put back') : button('retire', 'Retire'))}
      {!isUsed && button('delete', 'Delete')}
    </div>
  )
}

type Save = (shop: Shop, admin: User, form: FormData) => Promise<Edited>

/** The forms of the page by their intent; domain/permissions.ts has a row for each. */
const saves: Readonly<Record<string, Save>> = {
  'save-family': saveWith(parseFamily, saveFamily),
  'save-size': saveWith(parseSize, saveSize),
  'save-finish': saveWith(parseFinish, saveFinish),
}

function saveWith<Values>(
  parse: (form: FormData) => Parsed<Values>,
  save: (shop: Shop, admin: User, values: Values, opened: Opened) => Promise<Edited>,
): Save {
  return async (shop, admin, form) => {
    const parsed = parse(form)
    if (!parsed.ok) return parsed
    const original = textField(form, 'original') || undefined
    return save(shop, admin, parsed.value, { original, seen: textField(form, 'seen') })
  }
}
