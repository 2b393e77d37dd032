import { attributesOf } from '#domain/catalog/attributes.ts'

/** Absent while the product has none. */
export function ProductAttributes({ attributes }: { attributes: string | undefined }) {
  const byName = Map.groupBy(attributesOf(attributes), ({ name }) => name)
  if (byName.size === 0) return null
  return (
    <section className="stack gap-3 minor" aria-labelledby="product-attributes">
      <h2 id="product-attributes">Details</h2>
      <div className="table-scroll">
        <table>
          <tbody>
            {[...byName].map(([name, values]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{values.map(({ value }) => value).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
