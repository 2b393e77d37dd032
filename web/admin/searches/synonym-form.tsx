import { Link, useSearchParams } from 'react-router'
import type { FormRefused } from '#web/admin/form-refused.ts'
import { SaveForm } from '#web/admin/save-form.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'
import { useWords } from '#web/ui/shop-info.ts'

type SynonymFormProps = {
  path: string
  refused: FormRefused | undefined
  /** An earlier message no longer counts. */
  isAnswered: boolean
}

/** Adds a word to those that mean the same; a search with no results fills it in by the parameter `word`. */
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
  const { sellsPots } = useWords()
  return (
    <SaveForm intent="add-synonym" action={path} refused={refused} values={{ word }} save="Add synonym" inLine>
      {(field) => (
        <>
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
        </>
      )}
    </SaveForm>
  )
}
