import { Tree, type TreeDataNode, type TreeProps } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import './tree.css'

/** A tree that fills its box and draws only what is in sight, so that thousands of branches stay quick. */
export function TallTree<N extends TreeDataNode = TreeDataNode>(props: TreeProps<N>) {
  const box = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    setHeight(element.clientHeight || 400)
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div className="tall-tree" ref={box}>
      {height > 0 ? <Tree<N> blockNode motion={false} {...props} height={height} itemHeight={28} /> : null}
    </div>
  )
}
