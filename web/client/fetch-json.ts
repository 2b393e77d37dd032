/** The JSON of an answer; undefined: the shop has refused, or was not reached. */
export async function fetchJson<T>(path: string, init?: RequestInit): Promise<T | undefined> {
  try {
    const response = await fetch(path, init)
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
