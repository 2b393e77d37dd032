/**
 * Writes `domain/delivery/pincode-prefixes.ts` and `server/delivery/pincodes.txt` anew from the All-India pincode directory.
 * `docs/delivery.md` says where the directory comes from and how to run this.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { STATES, type StateCode } from '#domain/states.ts'

/** A post office: pincode, district and State. */
type Office = { p: string; i: string; s: string }
type State = StateCode | 'unsure'

const [, , file = ''] = process.argv
const offices: Office[] = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'))

const CODES = new Map(Object.entries(STATES).map(([code, name]) => [name.toUpperCase(), code as StateCode]))
CODES.set('THE DADRA AND NAGAR HAVELI AND DAMAN AND DIU', '26')

/** The State of an office. Corrects the directory: offices under a wrong State have none, and Telangana's may be listed as before 2014. */
function stateOf({ p, s }: Office): StateCode | undefined {
  const code = CODES.get(s)
  const inTelangana = /^50/.test(p)
  if (code === '36' && !inTelangana) return undefined
  if (code === '37' && inTelangana) return '36'
  const wrong = ['110025 09', '334002 22', '384316 08', '612906 32', '791701 15']
  return wrong.includes(`${p} ${code}`) ? undefined : code
}

const states = new Map<string, Set<StateCode>>()
const districts = new Map<string, Map<string, number>>()
for (const office of offices) {
  const code = stateOf(office)
  const known = states.get(office.p) ?? new Set()
  if (code) known.add(code)
  states.set(office.p, known)
  const names = districts.get(office.p) ?? new Map<string, number>()
  if (office.i !== 'NA') names.set(office.i, (names.get(office.i) ?? 0) + 1)
  districts.set(office.p, names)
}
// Pincodes of army post offices begin with 9 and belong to no State.
const pincodes = [...states.keys()].filter((pincode) => !pincode.startsWith('9')).sort()

/** The shortest prefixes that lie in one State; a prefix in several States is `unsure`, except for longer prefixes within it. */
function writePrefixes() {
  const found = new Map<State, string[]>([...CODES.values(), 'unsure' as const].map((state) => [state, []]))
  for (const prefix of new Set(pincodes.map((pincode) => pincode.slice(0, 3)))) split(prefix, found)
  const rows = Object.keys(STATES)
    .sort()
    .concat('unsure')
    .map((state) => `  ${state === 'unsure' ? state : `'${state}'`}: '${ranges(found.get(state as State) ?? [])}',`)
  writeFileSync(
    'domain/delivery/pincode-prefixes.ts',
    `import type { StateCode } from '#domain/states.ts'

/**
 * Prefixes of pincodes by State, from the postal directory (\`scripts/pincodes.ts\` writes them). The longest prefix that
 * matches counts. \`unsure\`: the post offices with this prefix are in several States.
 */
export const PINCODE_PREFIXES: Record<StateCode | 'unsure', string> = {
${rows.join('\n')}
}
`,
  )
}

function split(prefix: string, found: Map<State, string[]>) {
  const inside = pincodes.filter((pincode) => pincode.startsWith(prefix))
  const all = new Set(inside.flatMap((pincode) => [...(states.get(pincode) ?? [])]))
  const [only] = all
  if (all.size === 0) return
  if (all.size === 1 && only) found.get(only)?.push(prefix)
  else {
    if (prefix.length === 3 || prefix.length === 6) found.get('unsure')?.push(prefix)
    if (prefix.length < 6) for (let digit = 0; digit < 10; digit += 1) split(`${prefix}${digit}`, found)
  }
}

/** `400 401 402` becomes `400-402`. */
function ranges(prefixes: string[]): string {
  const parts: [string, string][] = []
  for (const prefix of prefixes) {
    const last = parts.at(-1)
    if (last && last[1].length === prefix.length && Number(last[1]) + 1 === Number(prefix)) last[1] = prefix
    else parts.push([prefix, prefix])
  }
  return parts.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(' ')
}

/** A line for each city: its name, then its pincodes, each as the difference to the one before, in base 36. */
function writeDirectory() {
  const cities = new Map<string, number[]>()
  for (const pincode of pincodes) {
    const city = cityOf(pincode) ?? ''
    cities.set(city, [...(cities.get(city) ?? []), Number(pincode)])
  }
  const lines = [...cities]
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([city, numbers]) => `${city}|${numbers.map((n, at) => (n - (numbers[at - 1] ?? 0)).toString(36)).join(' ')}`)
  writeFileSync('server/delivery/pincodes.txt', `${lines.join('\n')}\n`)
}

/** The city as a shopper writes it: the district, but for the large cities whose district has another name. */
function cityOf(pincode: string): string | undefined {
  const city = CITIES_OF_PREFIXES.find(([prefixes]) => prefixes.test(pincode))?.[1]
  if (city) return city
  const [district] = [...(districts.get(pincode) ?? [])].sort(([, one], [, other]) => other - one)[0] ?? []
  if (district === undefined) return undefined
  return CITIES_OF_DISTRICTS[district.toUpperCase()] ?? titleCase(district)
}

const CITIES_OF_PREFIXES: [RegExp, string][] = [
  [/^110/, 'New Delhi'],
  [/^160(055|059|062|071)|^1403(01|06|07|08)$/, 'Mohali'],
  [/^2013(0[1-57-9]|13|04|05|07)$/, 'Noida'],
  [/^2013(06|10|08|18)$/, 'Greater Noida'],
  [/^400(6\d\d)/, 'Thane'],
  [/^400(7\d\d)|^410(206|208|210|218)$/, 'Navi Mumbai'],
  [/^400/, 'Mumbai'],
  [/^403(001|002|006)$/, 'Panaji'],
  [/^4036(01|02)$/, 'Margao'],
  [/^4038(02|03)$/, 'Vasco da Gama'],
  [/^403507$/, 'Mapusa'],
  [/^500/, 'Hyderabad'],
  [/^52000/, 'Vijayawada'],
  [/^5750/, 'Mangaluru'],
  [/^58002|^58003/, 'Hubballi'],
  [/^600/, 'Chennai'],
  [/^682(0\d\d|3(01|03|04))/, 'Kochi'],
  [/^6835(03|63)$/, 'Kochi'],
  [/^700/, 'Kolkata'],
  [/^7133(0|2)/, 'Asansol'],
  [/^7132/, 'Durgapur'],
  [/^7340(0|1)/, 'Siliguri'],
  [/^7510/, 'Bhubaneswar'],
  [/^7690/, 'Rourkela'],
  [/^7810/, 'Guwahati'],
  [/^7911(1)/, 'Itanagar'],
  [/^7930/, 'Shillong'],
  [/^7990/, 'Agartala'],
  [/^8310/, 'Jamshedpur'],
  [/^7371(01|02|03)$/, 'Gangtok'],
  [/^3700/, 'Bhuj'],
  [/^370201$/, 'Gandhidham'],
  [/^3961(9[1-5])$/, 'Vapi'],
  [/^4904|^4900/, 'Bhilai'],
  [/^74410|^74411/, 'Port Blair'],
]

/** Keys in capitals, as the directory writes most districts. */
const CITIES_OF_DISTRICTS: Record<string, string> = {
  '24 PARAGANAS NORTH': 'North 24 Parganas',
  '24 PARAGANAS SOUTH': 'South 24 Parganas',
  AHMADABAD: 'Ahmedabad',
  ANUGUL: 'Angul',
  BALESHWAR: 'Balasore',
  'BANAS KANTHA': 'Banaskantha',
  'BENGALURU RURAL': 'Bengaluru',
  'BENGALURU URBAN': 'Bengaluru',
  'CHARKI DADRI': 'Charkhi Dadri',
  COOCHBEHAR: 'Cooch Behar',
  'DADRA AND NAGAR HAVELI': 'Silvassa',
  'DINAJPUR DAKSHIN': 'Dakshin Dinajpur',
  'DINAJPUR UTTAR': 'Uttar Dinajpur',
  'EAST DISTRICT': 'Gangtok',
  'EAST NIMAR': 'Khandwa',
  'EAST SINGHBUM': 'Jamshedpur',
  GANGANAGAR: 'Sri Ganganagar',
  'GAUTAM BUDDHA NAGAR': 'Gautam Buddha Nagar',
  'IMPHAL EAST': 'Imphal',
  'IMPHAL WEST': 'Imphal',
  JANGOAN: 'Jangaon',
  'KAIMUR (BHABUA)': 'Kaimur',
  KACHCHH: 'Kutch',
  'KAMRUP METRO': 'Guwahati',
  KANNIYAKUMARI: 'Kanyakumari',
  'KANPUR DEHAT': 'Kanpur Dehat',
  'KANPUR NAGAR': 'Kanpur',
  KHERI: 'Lakhimpur Kheri',
  'KUSHI NAGAR': 'Kushinagar',
  'LAHUL AND SPITI': 'Lahaul and Spiti',
  'LAKSHADWEEP DISTRICT': 'Lakshadweep',
  'LEH LADAKH': 'Leh',
  MAHABUBNAGAR: 'Mahbubnagar',
  MAHESANA: 'Mehsana',
  MALDAH: 'Malda',
  'MEDINIPUR EAST': 'Purba Medinipur',
  'MEDINIPUR WEST': 'Paschim Medinipur',
  'MUMBAI SUBURBAN': 'Mumbai',
  NICOBARS: 'Nicobar',
  'NORTH DISTRICT': 'Mangan',
  NTR: 'NTR',
  'PANCH MAHALS': 'Panchmahal',
  'PASHCHIM CHAMPARAN': 'West Champaran',
  PONDICHERRY: 'Puducherry',
  'PURBI CHAMPARAN': 'East Champaran',
  'RUDRA PRAYAG': 'Rudraprayag',
  'S.A.S NAGAR': 'Mohali',
  'SABAR KANTHA': 'Sabarkantha',
  SAHEBGANJ: 'Sahibganj',
  'SHAHID BHAGAT SINGH NAGAR': 'Nawanshahr',
  'SIDDHARTH NAGAR': 'Siddharthnagar',
  SONEPUR: 'Subarnapur',
  'SOUTH ANDAMANS': 'Port Blair',
  'SOUTH DISTRICT': 'Namchi',
  'SPSR NELLORE': 'Nellore',
  'SRI MUKTSAR SAHIB': 'Muktsar',
  'THE NILGIRIS': 'Nilgiris',
  TUTICORIN: 'Thoothukudi',
  'UDAM SINGH NAGAR': 'Udham Singh Nagar',
  'UTTAR KASHI': 'Uttarkashi',
  VIJAYNAGAR: 'Vijayanagara',
  VISAKHAPATANAM: 'Visakhapatnam',
  'WEST DISTRICT': 'Gyalshing',
  'Y.S.R.': 'Kadapa',
}

function titleCase(name: string): string {
  return name
    .toLowerCase()
    .replace(/(^|[\s.(-])\p{L}/gu, (first) => first.toUpperCase())
    .replace(/ And /g, ' and ')
}

writePrefixes()
writeDirectory()
