import { NEW_CATEGORIES, newProductToast, parseNewProduct } from '#domain/catalog/product-form.ts'
import type { SaveRefused } from '#domain/catalog/product-save.ts'
import type { Finish, Size } from '#domain/catalog/sizes.ts'
import { messages } from '#domain/messages.ts'
import { ProductForm } from './product-form.tsx'

type NewProductFormProps = {
  sizes: readonly Size[]
  finishes: readonly Finish[]
  saveTo: string
  leaveTo: string
  refused?: SaveRefused | undefined
}

export function NewProductForm(props: NewProductFormProps) {
  return (
    <ProductForm
      {...props}
      categories={NEW_CATEGORIES}
      submitLabel="Add product"
      done={messages.productAdded}
      failed={messages.addFailed}
      check={(form, { count }) => parseNewProduct(form, count, { sizes: props.sizes })}
      toastFor={(form, { count }) => newProductToast(form, count)}
    />
  )
}
