import { MEDIA, MEDIA_NAMES, type Media, type MediaName, noMediaField } from '#domain/catalog/media.ts'
import type { Problems } from '#domain/form-fields.ts'
import { Field } from '#web/ui/forms/field.tsx'

type MediaFieldsProps = { product: Media | undefined; problems: Problems; values: Record<string, string> | undefined }

/** The video and the 3D models of a product. */
export function MediaFields({ product, problems, values }: MediaFieldsProps) {
  const isOpen = MEDIA_NAMES.some((name) => product?.[name] || problems[name])
  return (
    <details className="disclosure" open={isOpen}>
      <summary>Video and 3D model</summary>
      <div className="stack gap-3">
        {MEDIA_NAMES.map((name) => (
          <MediaField key={name} name={name} address={product?.[name]} error={problems[name]} values={values} />
        ))}
      </div>
    </details>
  )
}

type MediaFieldProps = Pick<MediaFieldsProps, 'values'> & {
  name: MediaName
  address: string | null | undefined
  error: string | undefined
}

function MediaField({ name, address, error, values }: MediaFieldProps) {
  const { label, hint, accept } = MEDIA[name]
  return (
    <div className="stack gap-1">
      <Field label={label} name={name} type="file" accept={accept} hint={hint} error={error} />
      {address && (
        <div className="cluster gap-3">
          <a className="link" href={address} target="_blank" rel="noreferrer">
            {name === 'video' ? 'Watch' : 'Download'} the present one
          </a>
          <label className="check">
            <input
              type="checkbox"
              name={noMediaField(name)}
              defaultChecked={values?.[noMediaField(name)] !== undefined}
            />
            Remove<span className="visually-hidden"> {label}</span>
          </label>
        </div>
      )}
    </div>
  )
}
