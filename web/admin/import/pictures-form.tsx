import { Form, useNavigation } from 'react-router'
import type { Problems } from '#domain/form-fields.ts'
import { plural } from '#domain/text.ts'
import type { ImportPreview } from '#server/import/plan.ts'
import { useProblems } from '#web/client/problems.ts'
import { Table } from '#web/ui/admin/table.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, FormMessage } from '#web/ui/forms/field.tsx'
import { importPath } from './action.ts'
import { RowTable } from './report.tsx'

type PicturesFormProps = {
  id: string
  pictures: ImportPreview['pictures']
  refused: { problems: Problems } | undefined
}

/** The progress of the pictures, a list of those that are missing, and a field for another ZIP. */
export function PicturesForm({ id, pictures, refused }: PicturesFormProps) {
  const { ready, waiting, failed, missing, missingCount, productsWithout } = pictures
  const { form, problems } = useProblems(refused)
  const { formData } = useNavigation()
  const busy = formData?.get('intent') === 'pictures'
  const total = ready + waiting
  return (
    <section aria-labelledby="pictures-heading" className="stack">
      <h3 id="pictures-heading">Pictures</h3>
      {total > 0 && (
        <div role="status">
          {waiting > 0 ? (
            <>
              <label htmlFor="prepared">
                {ready} of {total} pictures are prepared
              </label>
              <progress id="prepared" max={total} value={ready} />
              <noscript>
                <p className="fine">Load this page again to see how far they are.</p>
              </noscript>
            </>
          ) : (
            <FormMessage tone="good">{plural(ready, 'picture is', 'pictures are')} ready.</FormMessage>
          )}
        </div>
      )}
      {missingCount > 0 && (
        <p>
          {plural(missingCount, 'picture is', 'pictures are')} missing.
          {productsWithout > 0 &&
            ` ${plural(productsWithout, 'product has', 'products have')} none: ${productsWithout === 1 ? 'it is' : 'they are'} imported off sale, with a drawing. Import the file again with the pictures to put ${productsWithout === 1 ? 'it' : 'them'} on sale.`}
        </p>
      )}
      {missingCount > 0 && (
        <details className="disclosure">
          <summary>Which pictures are missing</summary>
          <RowTable
            label="Missing pictures"
            rows={missing}
            columns={[
              { heading: 'Picture', cell: ({ name }) => name },
              { heading: 'Product', kind: 'wide', cell: ({ title }) => title },
            ]}
          />
        </details>
      )}
      {failed.length > 0 && (
        <Table
          label="Pictures that cannot be used"
          rows={failed}
          keyOf={({ name }) => name}
          columns={[
            { heading: 'Picture', kind: 'row', cell: ({ name }) => name },
            { heading: 'Problem', kind: 'wide', cell: ({ problem }) => problem },
          ]}
        />
      )}
      {(missingCount > 0 || failed.length > 0 || refused?.problems.pictures) && (
        <Form
          method="post"
          action={importPath(id)}
          encType="multipart/form-data"
          className="form"
          noValidate
          ref={form}
        >
          <input type="hidden" name="intent" value="pictures" />
          <Field
            label="ZIP of pictures"
            name="pictures"
            type="file"
            accept=".zip,application/zip"
            error={problems.pictures}
            hint="Matched by file name, whatever the folders in it. Up to 250 MB; you can send several."
          />
          <div className="cluster">
            <Button type="submit" variant="quiet" busy={busy}>
              Add pictures
            </Button>
          </div>
        </Form>
      )}
    </section>
  )
}
