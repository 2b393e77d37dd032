import { data, redirect } from 'react-router'
import { type Collection, collectionPath, parseCollection } from '#domain/catalog/collection.ts'
import { readPicked } from '#domain/catalog/picked-products.ts'
import type { Problems } from '#domain/form-fields.ts'
import { parseId } from '#domain/text.ts'
import { saveCollection } from '#server/collections/collections.ts'
import {
  countIn,
  findCollection,
  listChosen,
  listConditions,
  listNewestTitles,
  listTitles,
} from '#server/collections/queries.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readUpload } from '#server/http/forms.ts'
import { CONNECTION_LOST, orIfLost, textFields } from '#web/form-actions.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { useLastResult } from '#web/ui/forms/use-last-result.ts'
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx'
import type { Route } from './+types/collection-page'
import { CollectionForm, type CollectionRefused } from './collection-form.tsx'

const LIST = '/adminDashboard/collections'
/** Products to choose from without scripts. */
const OFFERED = 200

/** `new` instead of a number: a collection to add. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(shopContext)
  const id = parseId(params.id)
  const [collection, picked, conditions, offered] = await Promise.all([
    id === undefined ? undefined : findCollection(db, id),
    id === undefined ? [] : listChosen(db, id),
    listConditions(db),
    listNewestTitles(db, OFFERED),
  ])
  if (!collection && params.id !== 'new') throw data(null, { status: 404 })
  const matches = collection ? await countIn(db, collection) : undefined
  return { collection, picked, conditions, offered, matches }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const admin = getUser(context)
  const upload = await readUpload(context, request)
  if (!upload.ok) return refuse(new FormData(), { form: upload.problem }, upload.status)
  const form = upload.fields

  async function refuse(typed: FormData, problems: Problems, status: number, current?: Collection) {
    const picked = await listTitles(
      shop.db,
      readPicked(typed, 'products').flatMap((id) => parseId(id) ?? []),
    )
    return data<CollectionRefused>(
      { problems, values: textFields(typed), picked, ...(current && { current }) },
      { status },
    )
  }

  const parsed = parseCollection(form)
  if (!parsed.ok) return refuse(form, parsed.problems, 400)
  const id = parseId(params.id)
  const picture = upload.files.find(({ field, file }) => field === 'picture' && file.size > 0)?.file
  const saved = await saveCollection(shop, admin, {
    values: parsed.value,
    opened: id === undefined ? undefined : { id, version: Number(form.get('seen')) },
    picture,
    removesPicture: form.get('removePicture') !== null,
  })
  if (saved.ok) throw redirect(`${LIST}/${saved.id}?saved`)
  switch (saved.reason) {
    case 'not-found':
      return refuse(form, { form: 'This collection no longer exists.' }, 404)
    case 'conflict':
      return refuse(form, { form: CONFLICT }, 409, saved.current)
    case 'address-taken':
      return refuse(form, { address: 'Another collection has this address. Choose a different one.' }, 409)
    case 'images':
      return refuse(form, { picture: saved.problems.map(({ problem }) => problem).join(' ') }, 400)
    case 'store-failed':
      return refuse(form, { form: 'The picture could not be stored, so nothing was saved. Please try again.' }, 503)
  }
}

const CONFLICT = 'Someone else saved this collection while you were editing it.'

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  return orIfLost(serverAction(), {
    problems: { form: CONNECTION_LOST },
    values: textFields(form),
    picked: [],
  } satisfies CollectionRefused)
}

export const meta: Route.MetaFunction = (args) =>
  privatePageMeta(args, {
    title: args.loaderData?.collection?.name ?? 'Add collection',
    description: 'A list of products that you choose.',
  })

export default function CollectionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { collection, matches } = loaderData
  const refused = useLastResult<CollectionRefused>(actionData)
  const title = collection?.name ?? 'Add collection'
  return (
    <div className="stack product-page">
      <Breadcrumbs trail={[{ label: 'Collections', to: LIST }, { label: title }]} />
      <h1>{title}</h1>
      <CollectionForm
        // The saved values replace those in the form.
        key={`${collection?.id} ${collection?.version}`}
        {...loaderData}
        path={collection && collectionPath(collection)}
        matches={matches}
        refused={refused}
      />
    </div>
  )
}
