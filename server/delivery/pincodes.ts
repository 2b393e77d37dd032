import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { memoize } from '#domain/memoize.ts'

/**
 * The city of a pincode as shoppers write it.
 *
 * @returns undefined: the postal directory does not have the pincode; empty: it has no city for it
 */
export async function findCity(pincode: string): Promise<string | undefined> {
  return (await readCities()).get(Number(pincode))
}

// Two folders up from here and from the built server.
const FILE = join(import.meta.dirname, '../../server/delivery/pincodes.txt')

/** Every city of the directory is read once, when somebody first asks. */
export const readCities = memoize(async () => {
  const text = await readFile(FILE, 'utf8')
  const cities = new Map<number, string>()
  for (const row of text.trimEnd().split('\n')) {
    const [city = '', differences = ''] = row.split('|')
    let pincode = 0
    for (const difference of differences.split(' ')) {
      pincode += Number.parseInt(difference, 36)
      cities.set(pincode, city)
    }
  }
  return cities
})
