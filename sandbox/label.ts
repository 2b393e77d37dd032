import { buffer } from 'node:stream/consumers'
import type { Parcel } from './shiprocket-state.ts'

/** The labels of these parcels as one PDF, a page each. pdfkit is loaded with the first, so that the sandbox starts without. */
export async function renderLabels(parcels: readonly Parcel[]): Promise<Buffer> {
  const { default: Document } = await import('pdfkit')
  const pdf = new Document({ size: 'A6', margin: 24, autoFirstPage: false })
  for (const { reference, awb, courier, city, pincode, cash } of parcels) {
    pdf.addPage().fontSize(9).text('Test mode: this label is of no courier.')
    pdf.moveDown().fontSize(14).text(courier).fontSize(18).text(awb)
    pdf.moveDown().fontSize(12).text(`${city} ${pincode}`).text(`Order ${reference}`)
    pdf.text(cash > 0 ? `COD Rs. ${cash}` : 'Prepaid')
  }
  pdf.end()
  return buffer(pdf)
}
