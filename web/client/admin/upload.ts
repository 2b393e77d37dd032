export type Progress = { loaded: number; total: number }

/**
 * Posts a form with upload progress, which `fetch` does not report.
 *
 * @returns the JSON of the answer, whatever its status
 * @throws when the connection fails or the response is not JSON
 */
export function upload(address: string, form: FormData, onProgress: (progress: Progress) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress({ loaded, total })
    request.onload = () => {
      // Browsers return null for invalid JSON.
      if (request.response === null) reject(new Error(`Unreadable response with status ${request.status}`))
      else resolve(request.response)
    }
    request.onerror = () => reject(new Error('The server cannot be reached'))
    request.onabort = request.onerror
    request.send(form)
  })
}

/** Progress of each file, 0 to 1: a form sends its files one after the other. */
export function shareOfEach(files: readonly { size: number }[], { loaded, total }: Progress): number[] {
  const sizes = files.map(({ size }) => size)
  let start = Math.max(0, total - sizes.reduce((sum, size) => sum + size, 0))
  return sizes.map((size) => {
    const gone = size === 0 ? Number(loaded > start) : (loaded - start) / size
    start += size
    return Math.min(1, Math.max(0, gone))
  })
}
