/** On phones a row is a card, whose number needs a label. */
export function RowNumber({ row }: { row: number }) {
  return (
    <>
      <span className="only-card">Row </span>
      {row}
    </>
  )
}
