import { messages } from '#domain/messages.ts'
import { NEW_CATEGORIES, newProductToast, parseNewProduct } from '#domain/product-form.ts'
import { ProductForm } from './product-form.tsx'
import type { Refusal } from './refusal.ts'

type AddFormProps = { saveTo: string; leaveTo: string; refused?: Refusal | undefined }

export function AddForm(props: AddFormProps) {
  return (
    <ProductForm
      {...props}
      categories={NEW_CATEGORIES}
      submitLabel="Add product"
      done={messages.productAdded}
      failed={messages.addFailed}
      check={(form, { count }) => parseNewProduct(form, count)}
      toastFor={(form, { count }) => newProductToast(form, count)}
    />
  )
}
