import {
  categoriesForNew,
  newProductToast,
  type ProductChoices,
  parseNewProduct,
} from '#domain/catalog/forms/product-form.ts'
import type { SaveRefused } from '#domain/catalog/forms/product-save.ts'
import { messages } from '#domain/messages.ts'
import { ProductForm } from './product-form.tsx'

type NewProductFormProps = {
  choices: ProductChoices
  saveTo: string
  leaveTo: string
  refused?: SaveRefused | undefined
}

export function NewProductForm({ choices, ...props }: NewProductFormProps) {
  return (
    <ProductForm
      {...props}
      sizes={choices.sizes}
      finishes={choices.finishes}
      maxImages={choices.maxImages}
      picked={props.refused?.picked}
      offered={choices.offered}
      parts={props.refused?.parts}
      categories={categoriesForNew(choices.categories)}
      submitLabel="Add product"
      done={messages.productAdded}
      failed={messages.addFailed}
      check={(form, { count }) => parseNewProduct(form, count, choices)}
      toastFor={(form, { count }) => newProductToast(form, count)}
    />
  )
}
