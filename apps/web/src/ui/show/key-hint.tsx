import '../page/ui.css'

/** The key that does the same; decoration, so it is hidden from screen readers. */
export function KeyHint({ keys }: { keys: string }) {
  return (
    <span className="ui-keys" aria-hidden="true">
      {keys.split('+').map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}
