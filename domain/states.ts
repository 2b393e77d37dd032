/**
 * States and Union Territories by their GST code, the first two digits of a GSTIN. Codes 25 (Daman and Diu) and 28 (Andhra
 * Pradesh before 2014) are no longer given.
 * @see https://services.gst.gov.in/services/searchtp
 */
export const STATES = {
  '35': 'Andaman and Nicobar Islands',
  '37': 'Andhra Pradesh',
  '12': 'Arunachal Pradesh',
  '18': 'Assam',
  '10': 'Bihar',
  '04': 'Chandigarh',
  '22': 'Chhattisgarh',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '07': 'Delhi',
  '30': 'Goa',
  '24': 'Gujarat',
  '06': 'Haryana',
  '02': 'Himachal Pradesh',
  '01': 'Jammu and Kashmir',
  '20': 'Jharkhand',
  '29': 'Karnataka',
  '32': 'Kerala',
  '38': 'Ladakh',
  '31': 'Lakshadweep',
  '23': 'Madhya Pradesh',
  '27': 'Maharashtra',
  '14': 'Manipur',
  '17': 'Meghalaya',
  '15': 'Mizoram',
  '13': 'Nagaland',
  '21': 'Odisha',
  '34': 'Puducherry',
  '03': 'Punjab',
  '08': 'Rajasthan',
  '11': 'Sikkim',
  '33': 'Tamil Nadu',
  '36': 'Telangana',
  '16': 'Tripura',
  '09': 'Uttar Pradesh',
  '05': 'Uttarakhand',
  '19': 'West Bengal',
} as const satisfies Record<string, string>

export type StateCode = keyof typeof STATES

export function isStateCode(code: string): code is StateCode {
  return Object.hasOwn(STATES, code)
}

/** Code and name, by name: an object would list codes such as `10` before `01`. */
export const STATES_BY_NAME: readonly (readonly [StateCode, string])[] = Object.entries(STATES)
  .map(([code, name]) => [code as StateCode, name] as const)
  .sort(([, one], [, other]) => one.localeCompare(other, 'en'))
