import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { STATES, type StateCode } from '#domain/states.ts'
import { deliveryStateOf, stateOfPincode } from './pincode-states.ts'

const KNOWN: [StateCode, string][] = [
  ['27', '411001 400001 400703 422001 440001'],
  ['29', '560038 560100 575001 590001'],
  ['07', '110001 110025 110092'],
  ['06', '122001 134109 121004'],
  ['09', '201301 226001 244001 247001 262001 281001'],
  ['05', '248001 244713 247667 249401 262501 246001 263001'],
  ['10', '800001 812001 802301 821115 841301'],
  ['20', '814101 815301 826001 831001 834001 822101 829101'],
  ['36', '500001 507101 504346 506003 509324 503225'],
  ['37', '517501 520001 530001 533001 531149'],
  ['33', '600001 605602 605101 641001 609001'],
  ['34', '605001 605008 609602 673310'],
  ['32', '682001 673001 695001 673311'],
  ['31', '682551 682555 682559'],
  ['24', '396191 380001 362001 396001 396445'],
  ['26', '362520 362540 396210 396220'],
  ['04', '160001 160017 160047 160101'],
  ['03', '160055 160062 140603 141001'],
  ['02', '171001'],
  ['01', '180001 190001 193101'],
  ['38', '194101 194103'],
  ['22', '492001 490001 497001'],
  ['23', '462001 452001 480001 486001'],
  ['11', '737101 737102'],
  ['35', '744101 744301'],
  ['30', '403001'],
  ['08', '302001 311601 335513 334002'],
  ['19', '700001 734001 711101'],
  ['18', '781001 788001'],
  ['17', '793001 794001'],
  ['12', '791111 791701'],
  ['13', '797001'],
  ['14', '795001'],
  ['15', '796001'],
  ['16', '799001'],
  ['21', '751001 756048'],
]

test('the State of well-known pincodes, also where the prefix is of several States', () => {
  assert.deepEqual(new Set(KNOWN.map(([state]) => state)), new Set(Object.keys(STATES)))
  for (const [state, pincodes] of KNOWN)
    for (const pincode of pincodes.split(' ')) assert.equal(stateOfPincode(pincode), state, pincode)
})

test('a pincode in two States, or one that no office has in a prefix of several, is unsure', () => {
  for (const pincode of ['533464', '605007', '605106', '607402', '396230', '396193', '781131', '802131', '605999'])
    assert.equal(stateOfPincode(pincode), 'unsure', pincode)
})

test('a prefix without offices and what is no pincode have no State', () => {
  for (const pincode of ['199999', '999999', '900099', '011001', '41100', '4110011', 'x', '', '４１１００１'])
    assert.equal(stateOfPincode(pincode), undefined, pincode)
  assert.equal(stateOfPincode('411 001'), '27')
  fc.assert(fc.property(fc.string(), (text) => void stateOfPincode(text)))
})

test('a sure pincode tells the State, whatever was chosen; otherwise the chosen one counts', () => {
  assert.equal(deliveryStateOf({ pincode: '411001' }), '27')
  assert.equal(deliveryStateOf({ pincode: '411001', stateCode: '' }), '27')
  assert.equal(deliveryStateOf({ pincode: '533464' }), undefined)
  assert.equal(deliveryStateOf({ pincode: '533464', stateCode: '34' }), '34')
  assert.equal(deliveryStateOf({ pincode: '1234567890', stateCode: '29' }), '29')
  assert.equal(deliveryStateOf({ pincode: '600002', stateCode: '27' }), '33')
})
