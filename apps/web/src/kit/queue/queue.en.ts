export default {
  队列: 'Queue',
  上一笔: 'Previous',
  下一笔: 'Next',
  刚才处理的: 'Done just now',
} satisfies Record<string, string>
