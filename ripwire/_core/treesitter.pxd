"""The part of tree-sitter's C API that ripwire uses."""

from cpython.pycapsule cimport PyCapsule_GetName, PyCapsule_GetPointer
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t

cdef extern from "<stdbool.h>" nogil:
    ctypedef bint cbool "bool"

cdef extern from "tree_sitter/api.h" nogil:
    ctypedef struct TSLanguage:
        pass
    ctypedef struct TSParser:
        pass
    ctypedef struct TSTree:
        pass
    ctypedef struct TSQuery:
        pass
    ctypedef struct TSQueryCursor:
        pass
    ctypedef uint16_t TSSymbol
    ctypedef uint16_t TSFieldId
    ctypedef struct TSPoint:
        uint32_t row
        uint32_t column
    ctypedef struct TSNode:
        uint32_t context[4]
        const void* id
        const TSTree* tree
    ctypedef struct TSTreeCursor:
        const void* tree
        const void* id
    ctypedef struct TSQueryCapture:
        TSNode node
        uint32_t index
    ctypedef struct TSQueryMatch:
        uint32_t id
        uint16_t pattern_index
        uint16_t capture_count
        const TSQueryCapture* captures
    ctypedef enum TSQueryPredicateStepType:
        TSQueryPredicateStepTypeDone
        TSQueryPredicateStepTypeCapture
        TSQueryPredicateStepTypeString
    ctypedef struct TSQueryPredicateStep:
        TSQueryPredicateStepType type
        uint32_t value_id
    ctypedef enum TSQueryError:
        TSQueryErrorNone
    ctypedef enum TSInputEncoding:
        TSInputEncodingUTF8
        TSInputEncodingCustom
    ctypedef uint32_t (*TSDecodeFunction)(const uint8_t* string, uint32_t length, int32_t* code_point) noexcept nogil
    ctypedef struct TSInput:
        void* payload
        const char* (*read)(void* payload, uint32_t byte_index, TSPoint position, uint32_t* bytes_read) noexcept nogil
        TSInputEncoding encoding
        TSDecodeFunction decode
    ctypedef struct TSParseState:
        void* payload
        uint32_t current_byte_offset
        bint has_error
    ctypedef struct TSParseOptions:
        void* payload
        cbool (*progress_callback)(TSParseState* state) noexcept nogil
    ctypedef struct TSQueryCursorState:
        void* payload
        uint32_t current_byte_offset
    ctypedef struct TSQueryCursorOptions:
        void* payload
        cbool (*progress_callback)(TSQueryCursorState* state) noexcept nogil

    void ts_set_allocator(void* (*new_malloc)(size_t) noexcept nogil, void* (*new_calloc)(size_t, size_t) noexcept nogil,
                          void* (*new_realloc)(void*, size_t) noexcept nogil, void (*new_free)(void*) noexcept nogil)

    TSParser* ts_parser_new()
    void ts_parser_delete(TSParser* self)
    bint ts_parser_set_language(TSParser* self, const TSLanguage* language)
    TSTree* ts_parser_parse_with_options(TSParser* self, const TSTree* old, TSInput input, TSParseOptions options)
    void ts_parser_reset(TSParser* self)
    TSNode ts_tree_root_node(const TSTree* self)
    void ts_tree_delete(TSTree* self)

    uint32_t ts_node_start_byte(TSNode self)
    uint32_t ts_node_end_byte(TSNode self)
    TSPoint ts_node_start_point(TSNode self)
    TSPoint ts_node_end_point(TSNode self)
    TSSymbol ts_node_symbol(TSNode self)
    bint ts_node_is_null(TSNode self)
    bint ts_node_is_named(TSNode self)
    bint ts_node_is_extra(TSNode self)
    uint32_t ts_node_named_child_count(TSNode self)
    TSNode ts_node_named_child(TSNode self, uint32_t child_index)
    bint ts_node_has_error(TSNode self)
    TSNode ts_node_parent(TSNode self)
    TSNode ts_node_child_by_field_id(TSNode self, TSFieldId field_id)

    TSTreeCursor ts_tree_cursor_new(TSNode node)
    void ts_tree_cursor_delete(TSTreeCursor* self)
    void ts_tree_cursor_reset(TSTreeCursor* self, TSNode node)
    TSNode ts_tree_cursor_current_node(const TSTreeCursor* self)
    bint ts_tree_cursor_goto_first_child(TSTreeCursor* self)
    bint ts_tree_cursor_goto_parent(TSTreeCursor* self)
    bint ts_tree_cursor_goto_next_sibling(TSTreeCursor* self)

    TSQuery* ts_query_new(const TSLanguage* language, const char* source, uint32_t source_len, uint32_t* error_offset,
                          TSQueryError* error_type)
    void ts_query_delete(TSQuery* self)
    uint32_t ts_query_pattern_count(const TSQuery* self)
    uint32_t ts_query_capture_count(const TSQuery* self)
    const char* ts_query_capture_name_for_id(const TSQuery* self, uint32_t index, uint32_t* length)
    const char* ts_query_string_value_for_id(const TSQuery* self, uint32_t index, uint32_t* length)
    const TSQueryPredicateStep* ts_query_predicates_for_pattern(const TSQuery* self, uint32_t pattern, uint32_t* count)

    TSQueryCursor* ts_query_cursor_new()
    void ts_query_cursor_delete(TSQueryCursor* self)
    void ts_query_cursor_exec_with_options(TSQueryCursor* self, const TSQuery* query, TSNode node,
                                           const TSQueryCursorOptions* options)
    void ts_query_cursor_set_match_limit(TSQueryCursor* self, uint32_t limit)
    bint ts_query_cursor_did_exceed_match_limit(const TSQueryCursor* self)
    bint ts_query_cursor_next_match(TSQueryCursor* self, TSQueryMatch* match)

    uint32_t ts_language_abi_version(const TSLanguage* self)
    uint32_t ts_language_symbol_count(const TSLanguage* self)
    const char* ts_language_symbol_name(const TSLanguage* self, TSSymbol symbol)
    TSFieldId ts_language_field_id_for_name(const TSLanguage* self, const char* name, uint32_t name_length)
    uint32_t TREE_SITTER_MIN_COMPATIBLE_LANGUAGE_VERSION
    uint32_t TREE_SITTER_LANGUAGE_VERSION


cdef inline const TSLanguage* language_of(object language) except NULL:
    """The grammar in the capsule that a grammar module's ``language()`` returns. Raises ValueError for any other object,
    and for a grammar that the runtime is too old or too new for."""
    cdef const TSLanguage* out
    if PyCapsule_GetName(language) == NULL or PyCapsule_GetName(language) != b"tree_sitter.Language":
        raise ValueError("not a tree_sitter.Language capsule")
    out = <const TSLanguage*>PyCapsule_GetPointer(language, "tree_sitter.Language")
    abi = ts_language_abi_version(out)
    if not TREE_SITTER_MIN_COMPATIBLE_LANGUAGE_VERSION <= abi <= TREE_SITTER_LANGUAGE_VERSION:
        raise ValueError(f"grammar ABI {abi} is not supported")
    return out
