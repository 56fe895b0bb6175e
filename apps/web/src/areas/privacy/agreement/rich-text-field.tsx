import BoldOutlined from '@ant-design/icons/es/icons/BoldOutlined'
import ItalicOutlined from '@ant-design/icons/es/icons/ItalicOutlined'
import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import OrderedListOutlined from '@ant-design/icons/es/icons/OrderedListOutlined'
import RedoOutlined from '@ant-design/icons/es/icons/RedoOutlined'
import UnderlineOutlined from '@ant-design/icons/es/icons/UnderlineOutlined'
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined'
import { RICH_LINK } from '@chauffeur/contract/privacy/rich-text'
import { EditorContent, type Editor, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { Button, Input } from 'antd'
import { type ComponentType, useEffect, useState } from 'react'
import { FieldFrame, type FieldProps } from '#kit/fields/field.tsx'
import { t } from '#platform/text/text.ts'
import '#kit/show/rich-text.css'

/** What is written stands in a form as clean markup; two versions side by side show its words. */
const words = ((html?: string | null) =>
  (new DOMParser().parseFromString((html ?? '').replaceAll(/<\/(p|h\d|li)>/g, '$&\n'), 'text/html').body.textContent ?? '').trim()) as never

/** A text with headings, lists, emphasis and links. */
export const RichTextField = (props: FieldProps) => (
  <FieldFrame
    {...props}
    known={{ words }}
    rules={[
      {
        validator: async (_: unknown, html?: string) => {
          if (html && (words as (html: string) => string)(html) === '') throw new Error(t('请填写{label}', { label: props.label }))
        },
      },
    ]}
  >
    <RichTextEditor label={props.label} />
  </FieldFrame>
)

interface EditorProps {
  label: string
  /** Given by the form. */
  id?: string
  value?: string
  onChange?: (html: string) => void
}

function RichTextEditor({ label, id, value = '', onChange }: EditorProps) {
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3, 4] },
        code: false,
        codeBlock: false,
        link: {
          openOnClick: false,
          autolink: false,
          protocols: ['tel', 'mailto'],
          defaultProtocol: 'https',
          isAllowedUri: (uri) => RICH_LINK.test(uri),
        },
      }),
    ],
    content: value,
    injectCSS: false,
    editorProps: { attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true', class: 'rich-text', ...(id && { id }) } },
    onUpdate: ({ editor: now }) => onChange?.(now.isEmpty ? '' : now.getHTML()),
  })
  // Another value comes from outside: somebody else's version that was taken over, or a draft.
  useEffect(() => {
    const now = editor.isEmpty ? '' : editor.getHTML()
    if (value !== now) editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  return (
    <div className="rich-edit">
      <Toolbar editor={editor} />
      <EditorContent editor={editor} className="rich-edit-text" />
    </div>
  )
}

function Toolbar({ editor }: { editor: Editor }) {
  const [link, setLink] = useState<string | null>(null)
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      h2: now.isActive('heading', { level: 2 }),
      h3: now.isActive('heading', { level: 3 }),
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      quote: now.isActive('blockquote'),
      link: now.isActive('link'),
      mayUndo: now.can().undo(),
      mayRedo: now.can().redo(),
    }),
  })
  const chain = () => editor.chain().focus()
  const tools: [label: string, Icon: ComponentType | null, active: boolean, act: () => void][] = [
    [t('大标题'), null, on.h2, () => chain().toggleHeading({ level: 2 }).run()],
    [t('小标题'), null, on.h3, () => chain().toggleHeading({ level: 3 }).run()],
    [t('粗体'), BoldOutlined, on.bold, () => chain().toggleBold().run()],
    [t('斜体'), ItalicOutlined, on.italic, () => chain().toggleItalic().run()],
    [t('下划线'), UnderlineOutlined, on.underline, () => chain().toggleUnderline().run()],
    [t('项目列表'), UnorderedListOutlined, on.bullets, () => chain().toggleBulletList().run()],
    [t('编号列表'), OrderedListOutlined, on.numbers, () => chain().toggleOrderedList().run()],
    [t('引用'), null, on.quote, () => chain().toggleBlockquote().run()],
    [t('链接'), LinkOutlined, on.link, () => setLink(String(editor.getAttributes('link').href ?? ''))],
  ]
  const setHref = () => {
    const href = (link ?? '').trim()
    if (href === '') chain().extendMarkRange('link').unsetLink().run()
    else chain().extendMarkRange('link').setLink({ href }).run()
    setLink(null)
  }
  return (
    <div className="rich-edit-tools" role="toolbar" aria-label={t('格式')}>
      {tools.map(([label, Icon, active, act]) => (
        <Button
          key={label}
          size="small"
          type={active ? 'primary' : 'text'}
          aria-label={label}
          aria-pressed={active}
          title={label}
          onClick={act}
        >
          {Icon ? <Icon /> : label}
        </Button>
      ))}
      <Button size="small" type="text" aria-label={t('撤销')} title={t('撤销')} disabled={!on.mayUndo} onClick={() => chain().undo().run()}>
        <UndoOutlined />
      </Button>
      <Button size="small" type="text" aria-label={t('重做')} title={t('重做')} disabled={!on.mayRedo} onClick={() => chain().redo().run()}>
        <RedoOutlined />
      </Button>
      {link === null ? null : (
        <span className="rich-edit-link">
          <Input
            size="small"
            autoFocus
            value={link}
            aria-label={t('链接地址')}
            placeholder="https://"
            status={link.trim() === '' || RICH_LINK.test(link.trim()) ? undefined : 'error'}
            onChange={({ target }) => setLink(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setLink(null)
              if (event.key !== 'Enter' && event.key !== 'Escape') return
              event.preventDefault()
              event.stopPropagation()
              if (event.key === 'Enter' && (link.trim() === '' || RICH_LINK.test(link.trim()))) setHref()
            }}
          />
          <Button size="small" disabled={link.trim() !== '' && !RICH_LINK.test(link.trim())} onClick={setHref}>
            {link.trim() === '' ? t('去掉链接') : t('设为链接')}
          </Button>
        </span>
      )}
    </div>
  )
}
