export type Progress = { loaded: number; total: number }

/**
 * Posts a form and tells how far it has come, which `fetch` cannot.
 *
 * @returns the JSON of the answer, whatever its status
 * @throws when the shop cannot be reached, the connection breaks, or the answer is no JSON
 */
export function upload(address: string, form: FormData, onProgress: (progress: Progress) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress({ loaded, total })
    request.onload = () => {
      // A browser answers null for what is no JSON.
      if (request.response === null) reject(new Error(`Unreadable response with status ${request.status}`))
      else resolve(request.response)
    }
    request.onerror = () => reject(new Error('The server cannot be reached'))
    request.onabort = request.onerror
    request.send(form)
  })
}

/** How much of each file has gone, 0 to 1: they travel one after the other, behind the few bytes of the fields. */
export function shareOfEach(files: readonly { size: number }[], { loaded, total }: Progress): number[] {
  const sizes = files.map(({ size }) => size)
  let start = Math.max(0, total - sizes.reduce((sum, size) => sum + size, 0))
  return sizes.map((size) => {
    const gone = size === 0 ? Number(loaded > start) : (loaded - start) / size
    start += size
    return Math.min(1, Math.max(0, gone))
  })
}
