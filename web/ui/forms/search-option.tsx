import { Link, type LinkProps } from 'react-router'
import { optionId, type SearchList } from './search-field.tsx'

type SearchOptionProps = Pick<LinkProps, 'to' | 'className' | 'viewTransition' | 'children'> & {
  list: Pick<SearchList<unknown>, 'id' | 'active' | 'onChoose'>
  index: number
}

export function SearchOption({
  list: { id, active, onChoose },
  index,
  className = 'cluster',
  ...link
}: SearchOptionProps) {
  return (
    <Link
      {...link}
      id={optionId(id, index)}
      className={className}
      role="option"
      aria-selected={index === active}
      tabIndex={-1}
      onClick={onChoose}
    />
  )
}
