import { useEffect, useRef, useState } from 'react'
import type { AltTexts } from '#domain/catalog/alt-texts.ts'
import { altTextField } from '#domain/catalog/forms/alt-text-form.ts'
import { IMAGE_MAX_BYTES, IMAGE_TYPES, imageTooLarge } from '#domain/catalog/forms/image-limits.ts'
import { newImage } from '#domain/catalog/forms/product-form.ts'
import type { Problems } from '#domain/form-fields.ts'
import { type Progress, shareOfEach } from '#web/client/admin/upload.ts'
import type { PickedImage } from '#web/ui/admin/image-picker.tsx'

/**
 * The images of a product form, uploaded and just chosen, in one order.
 * @param altTexts as stored or, in a form that was refused without scripts, as typed
 * @param lost images of the product that were removed elsewhere
 */
export function useImages(present: readonly string[], altTexts: AltTexts, lost: readonly string[] = [], max: number) {
  const [all, setImages] = useState<readonly PickedImage[]>(() =>
    present.map((address, index) => fromShop(address, index, altTexts[address] ?? '')),
  )
  const images = all.filter(isThere)
  const [progress, setProgress] = useState<Progress>()
  const lastKey = useRef(0)
  useForgetPreviews(images)

  function isThere({ file, src }: PickedImage) {
    return file !== undefined || !lost.includes(src)
  }

  function add(files: readonly File[]) {
    const added = files.map((file) => {
      lastKey.current += 1
      const problem = problemOf(file)
      return {
        key: `file-${lastKey.current}`,
        name: file.name,
        src: URL.createObjectURL(file),
        file,
        altText: '',
        ...(problem && { problem }),
      }
    })
    setImages((before) => [...before, ...added])
  }

  function remove(key: string) {
    setImages((before) => before.filter((image) => image.key !== key))
  }

  function move(key: string, to: number) {
    setImages((before) => {
      const shown = before.filter(isThere)
      const moved = shown.find((image) => image.key === key)
      if (!moved || to < 0 || to >= shown.length) return before
      return shown.filter((image) => image !== moved).toSpliced(to, 0, moved)
    })
  }

  function setAltText(key: string, altText: string) {
    setImages((before) => before.map((image) => (image.key === key ? { ...image, altText } : image)))
  }

  const chosen = images.filter((image) => image.file !== undefined)
  const nameOf = (image: PickedImage) => (image.file ? newImage(chosen.indexOf(image)) : image.src)
  const shares =
    progress &&
    shareOfEach(
      chosen.map(({ file }) => file as File),
      progress,
    )

  return {
    images,
    add,
    remove,
    move,
    setAltText,
    altTextOf(image: PickedImage, problems: Problems) {
      const name = altTextField(nameOf(image))
      return { name, error: problems[name] }
    },
    setProgress,
    sent: shares && new Map(chosen.map(({ key }, index) => [key, shares[index] ?? 0])),
    /** Marks the new images that the server rejected, by their index among the new ones. */
    mark(problems: readonly { index: number; problem: string }[]) {
      const byKey = new Map(problems.map(({ index, problem }) => [chosen[index]?.key, problem]))
      setImages((before) =>
        before.map((image) => {
          const problem = byKey.get(image.key)
          return problem ? { ...image, problem } : image
        }),
      )
    },
    /** Adds the new files and the order of all images to the form data. */
    writeTo(form: FormData) {
      form.delete('images')
      for (const { file } of chosen) form.append('images', file as File)
      for (const image of images) {
        form.append('imageOrder', nameOf(image))
      }
      return { files: chosen.length, count: images.length }
    },
    tooMany: images.length > max,
    wrong: images.some(({ problem }) => problem !== undefined),
  }
}

function fromShop(address: string, index: number, altText: string): PickedImage {
  return { key: address, name: `Image ${index + 1}`, src: address, altText }
}

function problemOf(file: File): string | undefined {
  if (file.size === 0) return 'This file is empty.'
  if (!IMAGE_TYPES.includes(file.type)) return 'Use a JPEG, PNG, WebP or AVIF image.'
  if (file.size > IMAGE_MAX_BYTES) return imageTooLarge
  return undefined
}

/** Browsers keep the data of a `blob:` URL until it is revoked. */
function useForgetPreviews(images: readonly PickedImage[]) {
  const known = useRef(new Map<string, string>())
  useEffect(() => {
    const shown = new Set(images.map(({ key }) => key))
    for (const { key, src, file } of images) if (file) known.current.set(key, src)
    for (const [key, src] of known.current) {
      if (shown.has(key)) continue
      URL.revokeObjectURL(src)
      known.current.delete(key)
    }
  }, [images])
}
