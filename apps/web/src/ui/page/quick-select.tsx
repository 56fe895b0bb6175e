import type { ComponentProps, KeyboardEvent } from 'react'

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
}

/** The browser's own choice from a list: while the list is shut, arrows choose, as do first letters; the space bar opens it. */
export function QuickSelect({ onKeyDown, ...props }: ComponentProps<'select'>) {
  return (
    <select
      {...props}
      onKeyDown={(event) => {
        chooseByKey(event)
        onKeyDown?.(event)
      }}
    />
  )
}

/** A browser that draws the list as the console does opens it at an arrow; whoever works by keys would need one more. */
function chooseByKey(event: KeyboardEvent<HTMLSelectElement>) {
  const { key, currentTarget: select } = event
  const step = steps[key]
  if (!step || event.altKey || event.ctrlKey || event.metaKey || isOpen(select)) return
  event.preventDefault()
  const open = [...select.options].filter((option) => !option.disabled)
  const chosen = open[Math.min(Math.max(step(open.indexOf(select.selectedOptions[0]!), open.length - 1), 0), open.length - 1)]
  if (!chosen || chosen.selected) return
  chosen.selected = true
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

function isOpen(select: HTMLSelectElement): boolean {
  try {
    return select.matches(':open')
  } catch {
    // A browser without the word for it has lists of its own make, which answer keys by themselves while they are open.
    return false
  }
}
