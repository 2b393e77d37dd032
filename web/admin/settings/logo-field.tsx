import { useEffect, useId, useState } from 'react'
import { IMAGE_MAX_MEGABYTES, IMAGE_TYPES } from '#domain/catalog/forms/image-limits.ts'
import { imageFile } from '#domain/catalog/images.ts'
import { FieldError } from '#web/ui/forms/field.tsx'

export const REMOVE_LOGO = 'removeLogo'

type LogoFieldProps = {
  label: string
  hint: string | undefined
  /** Address of the stored logo; empty: none. */
  logo: string
  isRemoved: boolean
  error: string | undefined
}

/** The stored logo, or the one that was just chosen, with a field for another. */
export function LogoField({ label, hint, logo, isRemoved, error }: LogoFieldProps) {
  const id = useId()
  const [chosen, setChosen] = useState<string>()
  // Browsers keep the data of a `blob:` URL until it is revoked.
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen)), [chosen])
  const shown = chosen ?? (logo && imageFile(logo))
  return (
    <div className="stack gap-2">
      <div className="field">
        <label htmlFor={id}>{label}</label>
        {shown && <img className="logo-preview" src={shown} alt={chosen ? 'The chosen logo' : 'The present logo'} />}
        <input
          id={id}
          type="file"
          name="logo"
          accept={IMAGE_TYPES.join(',')}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          aria-invalid={error ? true : undefined}
          onChange={({ currentTarget: { files } }) => setChosen(files?.[0] && URL.createObjectURL(files[0]))}
        />
        <p className="fine" id={`${id}-hint`}>
          {hint} Up to {IMAGE_MAX_MEGABYTES} MB.
        </p>
        <FieldError id={id} error={error} />
      </div>
      {logo && (
        <label className="check">
          <input type="checkbox" name={REMOVE_LOGO} value="on" defaultChecked={isRemoved} /> Remove logo
        </label>
      )}
    </div>
  )
}
