import { categoriesForNew, newProductToast, parseNewProduct } from '#domain/catalog/product-form.ts'
import type { SaveRefused } from '#domain/catalog/product-save.ts'
import { messages } from '#domain/messages.ts'
import { ProductForm } from './product-form.tsx'

type NewProductFormProps = {
  /** Those of the shop's settings. */
  categories: readonly string[]
  saveTo: string
  leaveTo: string
  refused?: SaveRefused | undefined
}

export function NewProductForm({ categories, ...props }: NewProductFormProps) {
  return (
    <ProductForm
      {...props}
      categories={categoriesForNew(categories)}
      submitLabel="Add product"
      done={messages.productAdded}
      failed={messages.addFailed}
      check={(form, { count }) => parseNewProduct(form, count, categories)}
      toastFor={(form, { count }) => newProductToast(form, count)}
    />
  )
}
