import React, { type ReactNode } from 'react';
import * as ui from './ui';

interface Props {
  title: string;
  icon?: ReactNode;
  onPick(item: Item): void;
}

export const SIZES = { small: 1 };

/** Shows a list. */
export default function List({ title, icon: Icon, ...rest }: Props & Extra) {
  const [open, setOpen] = React.useState<boolean>(SIZES.small > 0);
  const ref = React.useRef<HTMLElement>(null);
  const items: Item[] = rest.items ?? [];
  if (!open) return null;
  return (
    <ui.Box {...rest} size={SIZES.small} ref={ref} onClick={() => { ref.current = rest; setOpen(false); }}>
      <h1 title={title} data-label="x">{title}{label}</h1>
      {/* a comment */}
      {icons && <Icon name="a" />}
      {items.map((item) => item.hidden || item.old ? null : (
        <Row<Item> key={item.id} item={item}>{format(item)}</Row>
      ))}
      <svg:path label={label as string} />
      <></>
    </ui.Box>
  );
}

// Forwards its ref.
// Twice.
export const Button = React.forwardRef(function Button(props: Props, ref: Ref) {
  for (const name of props.names) {
    switch (name) {
      case 'a': continue;
      default: return <button ref={ref}>{props.title}</button>;
    }
  }
  return <List {...props} />;
});

class Panel extends ui.Base<Props> {
  state: State = initial;
  private view = new ui.View();
  pick = (item: Item): void => this.setState({ item, size: SIZES });
  @bound
  render(): ReactNode {
    const { state: { item }, props } = this;
    try {
      return <Row item={item} render={() => <ui.Cell>{props.title}</ui.Cell>} />;
    } catch {
      Panel.count++;
    }
  }
}

describe('Panel', () => {
  it('renders', async () => {
    const view = await render(<Panel title="a" />);
    view.rerender(<Button />);
  });
});
export const Entry = memo<Props>(({ title }) => <b>{format(title)}</b>);
const Named = React.memo(function Inner() { return Entry; }), size = measure(() => 1);
const Outer = memo(List), Deep = React.memo(forwardRef((props: Props, ref) => <Outer {...props} />));
const cached = useCallback(format);
