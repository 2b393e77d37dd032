import { useEffect, useState } from 'react'
import { IMAGE_MAX_MEGABYTES, IMAGE_TYPES } from '#domain/catalog/forms/image-limits.ts'
import { imageFile } from '#domain/catalog/images.ts'
import { CheckboxField, Field } from '#web/ui/forms/field.tsx'

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
  const [chosen, setChosen] = useState<string>()
  // Browsers keep the data of a `blob:` URL until it is revoked.
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen)), [chosen])
  const shown = chosen ?? (logo && imageFile(logo))
  return (
    <div className="stack gap-2">
      <Field
        label={label}
        name="logo"
        type="file"
        accept={IMAGE_TYPES.join(',')}
        hint={`${hint ?? ''} Up to ${IMAGE_MAX_MEGABYTES} MB.`}
        error={error}
        present={
          shown && <img className="logo-preview" src={shown} alt={chosen ? 'The chosen logo' : 'The present logo'} />
        }
        onChange={({ currentTarget: { files } }) => setChosen(files?.[0] && URL.createObjectURL(files[0]))}
      />
      {logo && <CheckboxField label="Remove logo" name={REMOVE_LOGO} isChecked={isRemoved} />}
    </div>
  )
}
