import { useEffect, useRef, useState } from 'react'
import { IMAGE_MAX_BYTES, IMAGE_TYPES, imageTooLarge, MAX_IMAGES } from '#domain/catalog/images.ts'
import { newPicture } from '#domain/catalog/product-form.ts'
import { type Progress, shareOfEach } from '#web/client/admin/upload.ts'
import type { PickedPicture } from '#web/ui/admin/image-picker.tsx'

/**
 * The images of a product form, uploaded and just chosen, in one order.
 * @param lost images of the product that were removed elsewhere
 */
export function usePictures(present: readonly string[], lost: readonly string[] = []) {
  const [all, setPictures] = useState<readonly PickedPicture[]>(() => present.map(fromShop))
  const pictures = all.filter(isThere)
  const [progress, setProgress] = useState<Progress>()
  const lastKey = useRef(0)
  useForgetPreviews(pictures)

  function isThere({ file, src }: PickedPicture) {
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
        ...(problem && { problem }),
      }
    })
    setPictures((before) => [...before, ...added])
  }

  function remove(key: string) {
    setPictures((before) => before.filter((picture) => picture.key !== key))
  }

  function move(key: string, to: number) {
    setPictures((before) => {
      const shown = before.filter(isThere)
      const moved = shown.find((picture) => picture.key === key)
      if (!moved || to < 0 || to >= shown.length) return before
      return shown.filter((picture) => picture !== moved).toSpliced(to, 0, moved)
    })
  }

  const chosen = pictures.filter((picture) => picture.file !== undefined)
  const shares =
    progress &&
    shareOfEach(
      chosen.map(({ file }) => file as File),
      progress,
    )

  return {
    pictures,
    add,
    remove,
    move,
    setProgress,
    sent: shares && new Map(chosen.map(({ key }, index) => [key, shares[index] ?? 0])),
    /** Marks the new images that the server rejected, by their index among the new ones. */
    mark(problems: readonly { index: number; problem: string }[]) {
      const byKey = new Map(problems.map(({ index, problem }) => [chosen[index]?.key, problem]))
      setPictures((before) =>
        before.map((picture) => {
          const problem = byKey.get(picture.key)
          return problem ? { ...picture, problem } : picture
        }),
      )
    },
    /** Adds the new files and the order of all images to the form data. */
    writeTo(form: FormData) {
      form.delete('images')
      for (const { file } of chosen) form.append('images', file as File)
      for (const picture of pictures) {
        form.append('pictures', picture.file ? newPicture(chosen.indexOf(picture)) : picture.src)
      }
      return { files: chosen.length, count: pictures.length }
    },
    tooMany: pictures.length > MAX_IMAGES,
    wrong: pictures.some(({ problem }) => problem !== undefined),
  }
}

function fromShop(address: string, index: number): PickedPicture {
  return { key: address, name: `picture ${index + 1}`, src: address }
}

function problemOf(file: File): string | undefined {
  if (file.size === 0) return 'This file is empty.'
  if (!IMAGE_TYPES.includes(file.type)) return 'Use a JPEG, PNG, WebP or AVIF picture.'
  if (file.size > IMAGE_MAX_BYTES) return imageTooLarge
  return undefined
}

/** Browsers keep the data of a `blob:` URL until it is revoked. */
function useForgetPreviews(pictures: readonly PickedPicture[]) {
  const known = useRef(new Map<string, string>())
  useEffect(() => {
    const shown = new Set(pictures.map(({ key }) => key))
    for (const { key, src, file } of pictures) if (file) known.current.set(key, src)
    for (const [key, src] of known.current) {
      if (shown.has(key)) continue
      URL.revokeObjectURL(src)
      known.current.delete(key)
    }
  }, [pictures])
}
