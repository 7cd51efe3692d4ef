// TSX: TypeScript with elements. See ../typescript and ../javascript for the rest of both.
import React, { useState } from 'react';
import type { Props } from './types';

const VERSION = '1';

export function Panel<T>({ title, items }: Props<T>): JSX.Element {
  const [open, setOpen] = useState<boolean>(false);
  const toggle = (): void => setOpen(!open);
  return (
    <section onClick={toggle}>
      <Header<T> title={format(title)} />
      <Layout.Body>
        {items.map((item) => <Row key={item.id} {...item} />)}
      </Layout.Body>
      <>{VERSION}</>
    </section>
  );
}

export const Row: React.FC<Props<string>> = React.memo(function Row(props) {
  return <li>{(props as any).render()}</li>;
});

class Legacy extends React.Component<Props<string>> implements Closable {
  state = { open: false };
  render() { return <Panel title={this.title!()} items={[]} />; }
}
