import { Form, Link, useNavigation, useSearchParams } from 'react-router'
import type { Problems } from '#domain/form-fields.ts'
import { DraftNotice, useDraft } from '#web/client/admin/draft.tsx'
import { useFocusOnProblem } from '#web/client/focus-on-problem.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage, fieldsOf } from '#web/ui/forms/field.tsx'
import { useWords } from '#web/ui/shop-info.ts'

type SynonymFormProps = {
  path: string
  refused: { problems: Problems; values: Record<string, string> } | undefined
  /** An earlier message no longer counts. */
  isAnswered: boolean
}

/** Adds a word to those that mean the same; a search without a result fills it in by the parameter `word`. */
export function SynonymForm({ path, refused, isAnswered }: SynonymFormProps) {
  const [params] = useSearchParams()
  const word = params.get('word') ?? ''
  return (
    <section className="stack" id="synonym" aria-labelledby="add-synonym">
      <h2 id="add-synonym">Synonyms</h2>
      <p className="quiet">
        A search for one word also finds products with the other, below the exact results.{' '}
        <Link to="/adminDashboard/settings/search">All synonyms</Link>
      </p>
      {params.has('added') && !isAnswered && (
        <FormMessage tone="good" alert>
          Saved.
        </FormMessage>
      )}
      <AddForm key={`${word} ${params.has('added')}`} path={path} word={word} refused={refused} />
    </section>
  )
}

function AddForm({ path, word, refused }: Pick<SynonymFormProps, 'path' | 'refused'> & { word: string }) {
  const busy = useNavigation().formData?.get('intent') === 'add-synonym'
  const { sellsPots } = useWords()
  const field = fieldsOf<string>(refused?.values ?? { word }, refused?.problems)
  const form = useFocusOnProblem(refused)
  const draft = useDraft({ name: 'synonym', form, answer: refused, isSaved: false })
  return (
    <Form method="post" action={path} className="form in-line" noValidate ref={form}>
      <input type="hidden" name="intent" value="add-synonym" />
      <DraftNotice draft={draft} />
      {refused?.problems.form && <FormMessage alert>{refused.problems.form}</FormMessage>}
      <Field
        label="Word"
        {...field('word')}
        required
        maxLength={60}
        hint={sellsPots ? 'That people search for, such as gamla' : 'That people search for'}
      />
      <Field
        label="Means the same as"
        {...field('means')}
        required
        maxLength={60}
        hint={sellsPots ? 'That your products have, such as pot' : 'That your products have'}
      />
      <Button type="submit" busy={busy}>
        Add synonym
      </Button>
    </Form>
  )
}
