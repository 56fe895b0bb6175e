import { iconOf } from './icon-set.ts'

/** Any icon of the set by its name; nothing for a name that is not in it. Load it lazily: the whole set comes along. */
export default function IconPicture({ name }: { name: string }) {
  const Picture = iconOf(name)
  return Picture ? <Picture /> : null
}
