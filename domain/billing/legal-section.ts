import * as v from 'valibot'
import { gstinField, line, type Problems } from '#domain/form-fields.ts'
import { formatRupees } from '#domain/money.ts'
import { choice, lines, rupeesOrNothing, text } from '#domain/shop/fields.ts'
import { defineSection } from '#domain/shop/section.ts'
import { defaultSettings, GST_RATES, INVOICE_PREFIX, type Settings } from '#domain/shop/settings.ts'
import type { TaxRegime } from '#domain/shop/shop-info.ts'
import { isStateCode, STATES, STATES_BY_NAME } from '#domain/states.ts'

/** The section `Legal`: who sells, as Indian rules want it on the page. What is empty is shown nowhere. */
export const legalSection = defineSection(
  {
    legalName: {
      label: 'Legal name',
      hint: 'Of the business that sells (Consumer Protection (E-Commerce) Rules 2020, rules 4 and 5).',
      autoComplete: 'organization',
      schema: text(200),
    },
    legalAddress: {
      label: 'Address',
      control: 'textarea',
      hint: 'The registered address, with the pincode (rules 4 and 5).',
      schema: lines(500),
    },
    legalState: {
      label: 'State',
      options: [['', 'Choose a State'], ...STATES_BY_NAME],
      schema: v.pipe(
        line,
        v.check((code) => code === '' || isStateCode(code), 'Choose a State.'),
      ),
    },
    gstin: {
      label: 'GSTIN',
      hint: 'As on your certificate of registration (CGST Rules 2017, rules 10 and 46).',
      schema: gstinField,
    },
    taxRegime: {
      label: 'Tax regime',
      hint: 'Under the CGST Act. Composition: section 10, and no tax is collected from buyers.',
      ...choice<TaxRegime>(
        {
          '': 'Choose a regime',
          regular: 'Regular',
          composition: 'Composition',
          unregistered: 'Unregistered',
        },
        'Choose a regime.',
      ),
    },
    defaultGstRate: {
      label: 'Default GST rate',
      hint: 'Of products without a rate of their own. 12 % and 28 % ended on 22 September 2025.',
      options: GST_RATES.map((rate) => [String(rate), `${rate} %`] as const),
      schema: v.pipe(
        line,
        v.picklist(GST_RATES.map(String), 'Choose a rate.'),
        v.transform(Number),
        v.picklist(GST_RATES, 'Choose a rate.'),
      ),
    },
    invoicePrefix: {
      label: 'Invoice prefix',
      hint: 'Begins the numbers of invoices, bills of supply and receipts, such as GM/26-27/00001. They go on counting when you change it. Leave empty for GM.',
      schema: prefixOr(defaultSettings.invoicePrefix),
    },
    creditNotePrefix: {
      label: 'Credit note prefix',
      hint: 'Begins the numbers of credit notes, which have a series of their own. Leave empty for GMCN.',
      schema: prefixOr(defaultSettings.creditNotePrefix),
    },
    b2clThreshold: {
      label: 'B2CL threshold',
      inputMode: 'numeric',
      isRupees: true,
      hint: 'In whole rupees. GSTR-1 names each larger invoice to a consumer in another State (CGST Rules 2017, rule 59(4)). Leave empty for 1,00,000.',
      schema: v.pipe(
        rupeesOrNothing,
        v.transform((amount) => amount || defaultSettings.b2clThreshold),
      ),
      // As the hint writes it, without the sign.
      typed: (amount) => formatRupees(amount).slice(1),
    },
    customerCareEmail: {
      label: 'Customer care email',
      type: 'email',
      hint: 'Shoppers see it (E-Commerce Rules, rules 4 and 5).',
      autoComplete: 'email',
      schema: v.pipe(
        line,
        v.maxLength(254, 'Use at most 254 characters.'),
        v.union([v.literal(''), v.pipe(v.string(), v.email())], 'Enter a valid email, or leave it empty.'),
      ),
    },
    customerCarePhone: {
      label: 'Customer care phone',
      type: 'tel',
      hint: 'Such as +91 20 2612 3456 or 1800 123 4567.',
      autoComplete: 'tel',
      schema: v.pipe(
        line,
        v.check(
          (typed) => typed === '' || isPhone(typed),
          'Enter a phone number with 8 to 13 digits, or leave it empty.',
        ),
      ),
    },
    grievanceOfficer: {
      label: 'Grievance officer',
      hint: 'Name, and how to reach them. Answers within 48 hours, settles within a month (E-Commerce Rules, rule 4).',
      schema: text(200),
    },
    countryOfOrigin: {
      label: 'Country of origin',
      hint: 'Of products without one of their own (Legal Metrology (Packaged Commodities) Rules 2011, rule 6).',
      autoComplete: 'country-name',
      schema: text(60),
    },
    manufacturer: {
      label: 'Manufacturer',
      control: 'textarea',
      hint: 'Name and address of the manufacturer, packer or importer (rule 6).',
      schema: lines(500),
    },
  },
  {
    check: (values) => ({ ...stateProblem(values), ...prefixProblem(values) }),
    warn: ({ gstin, taxRegime }) => warnAboutGstin(gstin, taxRegime),
  },
)

function prefixOr(usual: string) {
  return v.pipe(
    line,
    v.transform((typed) => typed.toUpperCase() || usual),
    v.regex(INVOICE_PREFIX, 'Use at most four characters from A to Z and 0 to 9.'),
  )
}

function isPhone(typed: string): boolean {
  const digits = typed.replace(/\D/g, '').length
  return /^\+?[\d\s()/-]{1,30}$/.test(typed) && digits >= 8 && digits <= 13
}

function stateProblem({ gstin, legalState }: Pick<Settings, 'gstin' | 'legalState'>): Problems {
  const code = gstin.slice(0, 2)
  if (!isStateCode(code) || code === legalState) return {}
  if (!isStateCode(legalState)) return { legalState: `Choose a State. This GSTIN is from ${STATES[code]}.` }
  return { gstin: `This GSTIN begins with ${code}, which is ${STATES[code]}. The State is ${STATES[legalState]}.` }
}

function prefixProblem(typed: Pick<Settings, 'invoicePrefix' | 'creditNotePrefix'>): Problems {
  if (typed.invoicePrefix !== typed.creditNotePrefix) return {}
  return { creditNotePrefix: 'Credit notes need a prefix of their own, other than that of invoices.' }
}

function warnAboutGstin(gstin: string, taxRegime: Settings['taxRegime']): Problems {
  if (gstin && taxRegime === 'unregistered') return { gstin: 'Kept, but shown nowhere while the shop is unregistered.' }
  if (!gstin && (taxRegime === 'regular' || taxRegime === 'composition'))
    return { gstin: 'A registered shop shows its GSTIN. Please fill it in.' }
  return {}
}
